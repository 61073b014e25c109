function hit = collide(W, v, law, varargin)
% COLLIDE  Compute one or many impacts with one law.
%   hit = carom.collide(W, v, law, 'e', 0.5, 'mu', 0.3, ...) computes the impulse at a contact. W is the inverse mass
%   matrix of the contact (1/kg), 2 x 2 or 3 x 3. v is the velocity of body A relative to body B (m/s). The normal
%   component comes first in both; if v(1) < 0, the bodies approach. law is a name, such as 'routh'; carom.laws lists all laws.
%   Coefficients follow as pairs of a name and a value. A choice is a text: 'restitution', 'newton'.
%
%   For n impacts, v is 2 x n or 3 x n, W is one matrix or an array of n pages, and each coefficient has 1 or n numbers.
%
%   hit is a struct: P is the impulse on A (N s), v the velocity after the impact, v + W*P, dE the change of kinetic
%   energy (J), mode the contact mode, status 'ok' or the reason why there is no result, ok a logical, and violations the
%   checks that failed, such as 'dE>0'. For one impact mode, status and violations are texts, otherwise cell arrays.
%
%   Example: a rod at 45 degrees hits the ground.
%     hit = carom.collide([2.5 -1.5; -1.5 2.5], [-1; 0.6], 'routh', 'e', 0.5, 'mu', 0.7);
%     hit.P          % 0.60, 0.12
%
%   See also carom.compare, carom.laws, carom.plot_impulse.
if nargin < 3
  error('carom:input', 'carom.collide needs W, v and the name of a law.');
end
[W, v] = carom.check_contact(W, v);
[names, values] = carom.pairs(varargin);
hit = carom.call_mex('collide', law, W, v, names, values);
if size(v, 2) == 1
  hit.mode = hit.mode{1};
  hit.status = hit.status{1};
  hit.violations = hit.violations{1};
end
end
