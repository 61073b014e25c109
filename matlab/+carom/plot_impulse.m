function plot_impulse(W, v, varargin)
% PLOT_IMPULSE  Draw the impulse plane of an impact in 2D, with the results of all laws.
%   carom.plot_impulse(W, v, 'e', 0.5, 'mu', 0.3, ...) draws the friction cone, the ellipse of impulses that keep the
%   energy, the lines of sticking and of maximum compression, and the results of carom.compare. Laws with the same result share a marker.
%
%   Example:
%     carom.plot_impulse([2.5 -1.5; -1.5 2.5], [-1; 0.6], 'e', 0.5, 'mu', 0.7)
%
%   See also carom.compare.
[W, v] = carom.check_contact(W, v);
if size(W, 1) ~= 2
  error('carom:input', 'carom.plot_impulse draws impacts in 2D.');
end
table = carom.compare(W, v, varargin{:});
table = table([table.ok]);
P = [table.P];
middle = -(W \ v);                        % the ellipse: (P - middle)' W (P - middle) = middle' W middle
angle = linspace(0, 2 * pi, 400);
[Q, D] = eig((W + W') / 2);
ellipse = middle + sqrt(middle' * W * middle) * Q * diag(1 ./ sqrt(diag(D))) * [cos(angle); sin(angle)];
top = 1.1 * max([P(1, :), ellipse(1, :)]);
wide = 1.1 * max(abs([P(2, :), ellipse(2, :)]));
held = ishold();
plot(ellipse(2, :), ellipse(1, :), '-', 'Color', [0.6 0.6 0.6]);
hold('on');
[names, values] = carom.pairs(varargin);
mu = values(strcmp(names, 'mu'));
labels = {'energy is kept'};
if ~isempty(mu)
  plot([-mu{1} 0 mu{1}] * top, [top 0 top], 'k-');
  labels{end + 1} = 'friction cone';
end
t = [-wide wide];
plot(t, -(v(1) + W(1, 2) * t) / W(1, 1), 'b--');
plot(-(v(2) + W(2, 1) * [0 top]) / W(2, 2), [0 top], 'r--');
labels = [labels, {'maximum compression', 'sticking'}];
% Laws with the same result share a marker.
marks = 'osd^v><ph+x*';
left = 1:numel(table);
groups = 0;
while ~isempty(left)
  P0 = P(:, left(1));
  same = left(max(abs(P(:, left) - P0), [], 1) <= 1e-9 * max(abs(P0)));
  left = setdiff(left, same);
  groups = groups + 1;
  plot(P0(2), P0(1), marks(mod(groups - 1, numel(marks)) + 1), 'MarkerSize', 8);
  text_of = strjoin({table(same(1:min(end, 3))).law}, ', ');
  if numel(same) > 3
    text_of = sprintf('%s and %d more', text_of, numel(same) - 3);
  end
  labels{end + 1} = text_of;
end
axis([-wide wide min(0, min(ellipse(1, :))) top]);
xlabel('P_t (N s)');
ylabel('P_n (N s)');
legend(labels, 'Location', 'eastoutside', 'Interpreter', 'none', 'FontSize', 8);
if ~held
  hold('off');
end
end
