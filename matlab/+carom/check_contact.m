function [W, v] = check_contact(W, v)
% CHECK_CONTACT  Check W and v, and return them in the shapes of carom_mex. The functions of the package use it.
dim = size(W, 1);
if size(W, 2) ~= dim || (dim ~= 2 && dim ~= 3)
  error('carom:input', 'W must be 2 x 2 or 3 x 3, or an array of such pages; it is %s.', mat2str(size(W)));
end
if isvector(v) && numel(v) == dim
  v = v(:);
end
if size(v, 1) ~= dim
  error('carom:input', 'v must have %d rows, one for each row of W; it is %s.', dim, mat2str(size(v)));
end
pages = size(W, 3);
if pages > 1 && size(v, 2) == 1
  v = repmat(v, 1, pages);
end
if pages > 1 && size(v, 2) ~= pages
  error('carom:input', 'W has %d pages, and v has %d columns; they must be equal.', pages, size(v, 2));
end
W = double(W);
v = double(v);
end
