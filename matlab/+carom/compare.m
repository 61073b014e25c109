function table = compare(W, v, varargin)
% COMPARE  Compute one impact with every law that applies to it.
%   table = carom.compare(W, v, 'e', 0.5, 'mu', 0.3, ...) is a struct array with one element for each law for one contact: law,
%   P, v, dE, mode, status, ok and violations, as in carom.collide. A law gets only the coefficients that it reads: e is also given
%   as e_n or r_n if the law uses that name, and e_t as r_t. Laws that need a coefficient which you did not give are left out.
%   Without an output argument it prints the table.
%
%   Example:
%     carom.compare([2.5 -1.5; -1.5 2.5], [-1; 0.6], 'e', 0.9, 'mu', 0.7)
%
%   See also carom.collide, carom.plot_impulse.
[W, v] = carom.check_contact(W, v);
if size(v, 2) ~= 1
  error('carom:input', 'carom.compare takes one impact; v has %d columns.', size(v, 2));
end
[names, values] = carom.pairs(varargin);
list = carom.laws();
if size(W, 1) == 2
  list = list([list.planar]);
else
  list = list([list.spatial]);
end
alias = {'e', 'e_n'; 'e', 'r_n'; 'e_t', 'r_t'};
table = struct('law', {}, 'P', {}, 'v', {}, 'dE', {}, 'mode', {}, 'status', {}, 'ok', {}, 'violations', {});
for i = 1:numel(list)
  given = {};
  for k = 1:numel(names)
    name = names{k};
    other = alias(strcmp(alias(:, 1), name), 2);
    for candidate = [{name}, other']
      if any(strcmp(list(i).coefficients, candidate{1}))
        given = [given, {candidate{1}, values{k}}];
        break
      end
    end
  end
  try
    hit = carom.collide(W, v, list(i).name, given{:});
  catch problem
    if isempty(strfind(problem.identifier, 'carom:coefficient'))
      rethrow(problem);
    end
    continue
  end
  table(end + 1) = orderfields(hit, {'law', 'P', 'v', 'dE', 'mode', 'status', 'ok', 'violations'});
end
if nargout == 0
  for i = 1:numel(table)
    row = table(i);
    if row.ok
      fprintf('%-18s P = (%s)  dE = %9.5f J  %s  %s\n', row.law, strjoin(arrayfun(@(x) sprintf('%8.5f', x), row.P', ...
          'UniformOutput', false), ', '), row.dE, row.mode, row.violations);
    else
      fprintf('%-18s %s\n', row.law, row.status);
    end
  end
  clear table
end
end
