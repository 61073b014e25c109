function motion = drop(body, law, varargin)
% DROP  Compute the motion of one rigid body that falls on a floor and bounces.
%   motion = carom.drop(body, law, 'e', 0.5, 'mu', 0.3, ...) follows the body from impact to impact. body is a struct:
%     dim            2 (default) or 3
%     mass           kg, 1 by default
%     inertia        about the centre of mass, kg m^2: one number in 2D, three principal moments in 3D
%     corners        2 x n or 3 x n, from the centre of mass, m; one corner with a radius is a disc or a ball, two are a rod
%     radius         radius of the balls around the corners, m, 0 by default
%     semi_axes      of an ellipse or ellipsoid, m, instead of corners
%     centre, velocity, angle (2D), orientation (3D, quaternion), spin     the initial state
%     gravity        m/s^2, 9.81 downwards by default
%     until          end of the motion, s
%     persist        'stop' (default) or 'step': what happens when the body slides, rolls or rests
%     max_events, rest_speed, step     limits, as in the C library
%     times          times at which the state is returned, s
%   The floor is y = 0 in 2D and z = 0 in 3D.
%
%   motion has the fields law, status, stop, events (kind, t, before, after, energy_before, energy_after), end_state, at
%   (the states at body.times) and energy_error. A state has t, centre, angle, orientation, velocity and spin in columns.
%
%   Example: a rod of 1 m and 1 kg.
%     rod = struct('mass', 1, 'inertia', 1/12, 'corners', [-0.5 0.5; 0 0], 'centre', [0 1.2], 'angle', 0.4, ...
%                  'spin', 2, 'until', 5, 'persist', 'step');
%     motion = carom.drop(rod, 'routh', 'e', 0.5, 'mu', 0.3);
%     motion.events.t(1:3)
%
%   See also carom.plot_drop, carom.collide.
if nargin < 2 || ~isstruct(body)
  error('carom:input', 'carom.drop needs a struct that describes the body, and the name of a law.');
end
known = {'dim', 'mass', 'inertia', 'corners', 'radius', 'semi_axes', 'centre', 'velocity', 'angle', 'orientation', 'spin', ...
         'gravity', 'until', 'persist', 'max_events', 'rest_speed', 'step', 'times'};
for name = fieldnames(body)'
  if ~any(strcmp(known, name{1}))
    error('carom:input', 'body.%s is not a field of a body; help carom.drop lists them.', name{1});
  end
end
times = [];
if isfield(body, 'times')
  times = double(body.times);
end
[names, values] = carom.pairs(varargin);
motion = carom.call_mex('drop', law, body, names, values, times);
end
