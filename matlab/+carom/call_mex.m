function varargout = call_mex(varargin)
% CALL_MEX  Call the MEX file and remove the name of that file from the start of its error messages.
varargout = cell(1, max(nargout, 1));
try
  [varargout{:}] = carom_mex(varargin{:});
catch failure
  error(failure.identifier, '%s', regexprep(failure.message, '^carom_mex: *', ''));
end
end
