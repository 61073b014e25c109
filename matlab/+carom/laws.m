function list = laws()
% LAWS  All impact laws as a struct array.
%   list = carom.laws() has the fields name, summary, citation, planar, spatial, several and coefficients. planar and
%   spatial say whether the law solves one contact in 2D and in 3D, several whether it solves systems of contacts.
%
%   Example:
%     list = carom.laws();
%     disp({list([list.planar]).name})
%
%   See also carom.collide, carom.compare.
list = carom_mex('laws');
end
