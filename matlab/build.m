function build(folder)
% BUILD  Compiles carom_mex for MATLAB or GNU Octave.
%   build(folder) takes carom.c and carom.h from this folder; without an argument, from the folder of build.m. Write the two
%   files with tools/amalgamate.py, or take them from a release. Then add the folder of build.m to the path: addpath(pwd).
here = fileparts(mfilename('fullpath'));
if nargin < 1
  folder = here;
end
if ~exist(fullfile(folder, 'carom.c'), 'file') || ~exist(fullfile(folder, 'carom.h'), 'file')
  error('carom:build', 'there is no carom.c or carom.h in %s; write them with tools/amalgamate.py, or take them from a release', folder);
end
sources = {fullfile(here, 'carom_mex.c'), fullfile(folder, 'carom.c')};
if exist('OCTAVE_VERSION', 'builtin')
  mkoctfile('--mex', ['-I' folder], '-ffp-contract=off', '-o', fullfile(here, 'carom_mex.mex'), sources{:}, '-lm');
else
  mex(['-I' folder], 'CFLAGS=$CFLAGS -std=c99 -O2 -ffp-contract=off', '-outdir', here, sources{:});
end
end
