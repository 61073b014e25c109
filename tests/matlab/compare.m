% Solves every problem that problems.py wrote to FILE by carom.collide, and checks that status and bits of P, v and dE
% are the same. Usage: compare(FILE)
function compare(file)
  lines = strsplit(strtrim(fileread(file)), "\n");
  laws = struct();
  for k = 1:numel(lines)
    words = strsplit(lines{k}, ' ');
    law = words{1};
    dim = str2double(words{2});
    count = str2double(words{3});
    given = {};
    for i = 1:count
      pair = strsplit(words{3 + i}, '=');
      if numel(pair{2}) >= 16 && all(ismember(pair{2}, '0123456789abcdef,'))
        pair{2} = hex2num(char(strsplit(pair{2}, ',')));
      end
      given = [given, pair];
    end
    hex = words(4 + count:end - 1);
    x = hex2num(char(hex));
    W = reshape(x(1:dim^2), dim, dim);
    hit = carom.collide(W, x(dim^2 + (1:dim)), law, given{:});
    got = [hit.P; hit.v; hit.dE];
    want = x(dim^2 + dim + 1:end);
    % Two NaNs count as equal.
    same = all((isnan(got) & isnan(want)) | strcmp(cellstr(num2hex(got)), cellstr(num2hex(want))));
    if ~same || ~strcmp(hit.status, words{end})
      printf('%s\n  got %s, %s\n', lines{k}, strjoin(cellstr(num2hex(got))', ' '), hit.status);
      exit(1);
    end
    laws.(strrep(law, '-', '_')) = 1;
  end
  printf('%d problems of %d laws: the same bits\n', numel(lines), numel(fieldnames(laws)));
  if numel(fieldnames(laws)) < 15
    exit(1);
  end
end
