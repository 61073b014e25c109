function varargout = call_mex(varargin)
% CALL_MEX  Call the MEX file; its errors begin with the sentence and not with the name of that file.
varargout = cell(1, max(nargout, 1));
try
  [varargout{:}] = carom_mex(varargin{:});
catch failure
  error(failure.identifier, '%s', regexprep(failure.message, '^carom_mex: *', ''));
end
end
