% Tests the functions of +carom: the shapes of their arguments and results, and which calls they reject.
function calls()
  W = [2.5 -1.5; -1.5 2.5];
  one = carom.collide(W, [-1 0.6], 'routh', 'e', 0.5, 'mu', 0.7);
  must(ischar(one.mode) && strcmp(one.status, 'ok') && one.ok && isequal(size(one.P), [2 1]));
  must(norm(one.v - ([-1; 0.6] + W * one.P)) < 1e-15);
  many = carom.collide(cat(3, W, 2 * W, W), [-1 -1 -2; 0.6 0.6 1.2], 'routh', 'e', [0.5 0.5 0.5], 'mu', 0.7);
  must(isequal(size(many.P), [2 3]) && numel(many.mode) == 3 && isequal(many.P(:, 1), one.P));
  must(norm(many.P(:, 3) - 2 * one.P) < 1e-15 && norm(many.P(:, 2) - one.P / 2) < 1e-15);
  newton = carom.collide(W, [-1 0.6], 'routh', 'e', 0.5, 'mu', 0.7, 'restitution', 'newton');
  must(abs(newton.v(1) - 0.5) < 1e-15);
  gains = carom.collide(W, [-1 0.6], 'whittaker', 'e', 0.9, 'mu', 0.7);
  must(gains.dE > 0 && ~isempty(gains.violations));
  away = carom.collide(W, [1 0.6], 'routh', 'e', 0.5, 'mu', 0.7);
  must(strcmp(away.status, 'no-impact') && all(away.P == 0));
  table = carom.compare(W, [-1 0.6], 'e', 0.5, 'mu', 0.7);
  must(numel(table) >= 10 && any(strcmp({table.law}, 'chatterjee2')));
  space = carom.compare(diag([1 2 3]), [-1 0.3 0.2], 'e', 0.5, 'mu', 0.3);
  must(numel(space) >= 8 && numel(space(1).P) == 3);
  list = carom.laws();
  must(numel(list) >= 19 && any([list.several]) && ischar(list(1).summary));
  cradle = zeros(4);
  cradle([1 11]) = 2;
  cradle([3 9]) = -1;
  last = carom.solve_system(cradle, [-1 0; 0 0], 'sequence', 'e', 1, 'single', 'frictionless');
  must(isequal(last.P(1, :), [1 1]) && last.ok);
  both = carom.solve_system(cradle, [-1 0; 0 0], 'glocker', 'e', 1, 'mu', 0);
  must(norm(both.P(1, :) - [4 2] / 3) < 1e-14);
  ball = struct('dim', 3, 'mass', 1, 'inertia', [1 1 1] * 0.004, 'corners', zeros(3, 1), 'radius', 0.1, 'centre', [0 0 1.1], ...
                'until', 1, 'times', [0 0.6]);
  fall = carom.drop(ball, 'routh', 'e', 0.5, 'mu', 0.3);
  must(abs(fall.events.t(1) - sqrt(2 / 9.81)) < 1e-12 && isequal(size(fall.at.centre), [3 2]));
  rejected('carom:law', @() carom.collide(W, [-1 0.6], 'rooth', 'e', 0.5, 'mu', 0.7));
  rejected('carom:coefficient', @() carom.collide(W, [-1 0.6], 'routh', 'e', 0.5));
  rejected('carom:coefficient', @() carom.collide(W, [-1 0.6], 'routh', 'e', 2, 'mu', 0.7));
  rejected('carom:coefficient', @() carom.collide(W, [-1 0.6], 'routh', 'e', 0.5, 'my', 0.7));
  rejected('carom:coefficient', @() carom.collide(W, [-1 0.6], 'routh', 'e', [0.5 0.6], 'mu', 0.7));
  rejected('carom:input', @() carom.collide(W, [-1 0.6 0], 'routh', 'e', 0.5, 'mu', 0.7));
  rejected('carom:input', @() carom.collide(ones(2, 3), [-1 0.6], 'routh', 'e', 0.5, 'mu', 0.7));
  rejected('carom:input', @() carom.collide([1 0; 0 NaN], [-1 0.6], 'routh', 'e', 0.5, 'mu', 0.7));
  rejected('carom:input', @() carom.collide(W, [-1 0.6], 'routh', 'e'));
  rejected('carom:input', @() carom.drop(setfield(ball, 'centre', [0 0 -1]), 'routh', 'e', 0.5, 'mu', 0.3));
  rejected('carom:input', @() carom.drop(struct('maas', 1), 'routh', 'e', 0.5, 'mu', 0.3));
  rejected('carom:input', @() carom.call_mex('nothing'));
  % The MEX file itself must reject inputs of any size, which once ended the interpreter.
  rejected('carom:input', @() carom.drop(struct('corners', {}), 'routh', 'e', 0.5, 'mu', 0.3));
  given = {{'e', 'mu'}, {0.5, 0.7}};
  rejected('carom:input', @() carom.call_mex('collide', 'routh', ones(50), -ones(50, 1), given{:}));
  rejected('carom:input', @() carom.call_mex('collide', 'routh', [], [], given{:}));
  rejected('carom:input', @() carom.call_mex('collide', 'routh', cat(3, W, W), -ones(2, 3), given{:}));
  rejected('carom:input', @() carom.call_mex('collide', 'routh', W, -ones(3, 1), given{:}));
  rejected('carom:coefficient', @() carom.call_mex('collide', 'routh', W, -ones(2, 1), {'e'}, cell(1, 1)));
  rejected('carom:input', @() carom.call_mex('system', 'glocker', [], W, [-1 0], given{:}, struct()));
  rejected('carom:input', @() carom.call_mex('system', 'glocker', NaN, W, [-1 0], given{:}, struct()));
  rejected('carom:input', @() carom.call_mex('system', 'glocker', 2, W, [-1 0], given{:}, struct('single', {})));
  rejected('carom:input', @() carom.call_mex('drop', 'routh', struct('dim', 1e300), given{:}, []));
  rejected('carom:input', @() carom.call_mex('drop', 'routh', repmat(ball, 1, 2), given{:}, []));
  disp('calls: as they should be');
end

function must(truth)
  if ~truth
    error('calls:wrong', 'a result of carom is not as it should be');
  end
end

function rejected(identifier, call)
  try
    call();
  catch problem
    if ~strcmp(problem.identifier, identifier)
      rethrow(problem);
    end
    must(~any(strfind(problem.message, 'carom_mex'))); % the name of the MEX function means nothing to users
    return
  end
  error('calls:accepted', 'this should be rejected: %s', func2str(call));
end
