function list = laws()
% LAWS  List all impact laws as a struct array.
%   list = carom.laws() has the fields name, summary, citation, planar, spatial, several and coefficients. planar and
%   spatial are true if the law solves one contact in 2D and in 3D. several is true if it solves several contacts at once.
%
%   Example:
%     list = carom.laws();
%     disp({list([list.planar]).name})
%
%   See also carom.collide, carom.compare.
list = carom.call_mex('laws');
end
