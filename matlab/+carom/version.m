function text = version()
% VERSION  The version of the carom library, such as '0.3.0'.
text = carom.call_mex('version');
end
