function hit = solve_system(W, v, law, varargin)
% SOLVE_SYSTEM  Compute one impact at several contacts.
%   hit = carom.solve_system(W, v, law, 'e', 0.5, 'mu', 0.3, ...) solves all contacts at once. v is 2 x nc or 3 x nc: one
%   column for each contact, the normal component first. W is the Delassus matrix of all contacts, in the order
%   of v(:). Each coefficient has one number, or one for each contact. There are two options: 'single' is the law of
%   single impacts that 'sequence' needs, and 'striking' is the number of the contact that strikes, for the laws hm-*.
%
%   hit has the fields of carom.collide, with one column for each contact, and solution_count and residual.
%
%   Example: Newton's cradle of three balls.
%     W = zeros(4); W(1, 1) = 2; W(3, 3) = 2; W(1, 3) = -1; W(3, 1) = -1;
%     hit = carom.solve_system(W, [-1 0; 0 0], 'sequence', 'e', 1, 'single', 'frictionless');
%     hit.P(1, :)    % 1, 1
%
%   See also carom.laws, carom.collide.
if nargin < 3
  error('carom:input', 'carom.solve_system needs W, v and the name of a law.');
end
dim = size(v, 1);
if dim ~= 2 && dim ~= 3
  error('carom:input', 'v must have 2 or 3 rows, and one column for each contact.');
end
[names, values] = carom.pairs(varargin);
options = struct();
for name = {'single', 'striking'}
  at = strcmp(names, name{1});
  if any(at)
    options.(name{1}) = values{find(at, 1)};
    names = names(~at);
    values = values(~at);
  end
end
hit = carom.call_mex('system', law, double(dim), double(W), double(v), names, values, options);
end
