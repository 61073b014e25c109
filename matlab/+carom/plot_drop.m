function plot_drop(body, law, varargin)
% PLOT_DROP  Draw a stroboscopic picture of the motion of a body in 2D.
%   carom.plot_drop(body, law, 'e', 0.5, 'mu', 0.3, ...) computes the motion with carom.drop and draws the body at body.times,
%   or at 40 times from the start to the end if there is no such field. Impacts are marked.
%
%   See also carom.drop.
if ~isfield(body, 'times')
  motion = carom.drop(body, law, varargin{:});
  body.times = linspace(0, motion.end_state.t, 40);
end
motion = carom.drop(body, law, varargin{:});
held = ishold();
n = numel(motion.at.t);
for i = 1:n
  c = cos(motion.at.angle(i));
  s = sin(motion.at.angle(i));
  if isfield(body, 'corners') && size(body.corners, 2) > 1
    shape = [body.corners, body.corners(:, 1)];
  else
    turn = linspace(0, 2 * pi, 60);
    axes_of = [1 1];
    if isfield(body, 'semi_axes')
      axes_of = body.semi_axes;
    elseif isfield(body, 'radius')
      axes_of = [1 1] * body.radius;
    end
    shape = [axes_of(1) * cos(turn), 0; axes_of(2) * sin(turn), 0];
  end
  x = [c -s; s c] * shape + motion.at.centre(:, i);
  plot(x(1, :), x(2, :), '-', 'Color', [0.1 0.3 0.6] + (1 - [0.1 0.3 0.6]) * 0.7 * (1 - i / n));
  hold('on');
end
events = motion.events.after;
plot(motion.at.centre(1, :), motion.at.centre(2, :), 'k:');
plot(events.centre(1, :), events.centre(2, :), 'r.', 'MarkerSize', 10);
plot(xlim(), [0 0], 'k-');
axis('equal');
xlabel('x (m)');
ylabel('y (m)');
title(sprintf('%s, %d events, ends: %s', law, numel(motion.events.t), motion.stop), 'Interpreter', 'none');
if ~held
  hold('off');
end
end
