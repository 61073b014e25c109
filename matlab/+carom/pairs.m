function [names, values] = pairs(list)
% PAIRS  Split a list of arguments into names and values of coefficients. The functions of the package use it.
if mod(numel(list), 2) ~= 0
  error('carom:input', 'Coefficients must be pairs of a name and a value, such as ''e'', 0.5.');
end
names = list(1:2:end);
values = list(2:2:end);
for i = 1:numel(names)
  if ~ischar(names{i})
    error('carom:input', 'The name of coefficient %d is not a text.', i);
  end
  if ~ischar(values{i})
    values{i} = double(values{i});
  end
end
end
