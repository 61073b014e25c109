% A rod hits the ground: one law, all laws, and the friction at which it sticks. Saves rod_impact.png and sticks.png.
W = [2.5 -1.5; -1.5 2.5];
v = [-1; 0.6];
hit = carom.collide(W, v, 'routh', 'e', 0.5, 'mu', 0.7);
fprintf('P = (%.3f, %.3f) N s, dE = %.3f J, %s\n', hit.P, hit.dE, hit.mode);
carom.compare(W, v, 'e', 0.9, 'mu', 0.7);

figure('visible', 'off');
carom.plot_impulse(W, v, 'e', 0.5, 'mu', 0.7);
title('A rod at 45 degrees');
print('rod_impact.png', '-dpng');

% 1501 impacts in one call.
mu = linspace(0, 1.5, 1501);
hits = carom.collide(W, repmat(v, 1, numel(mu)), 'routh', 'e', 0.5, 'mu', mu);
sticks = mu(strcmp(hits.mode, 'c-sticking'));
fprintf('it sticks from mu = %.2f\n', min(sticks));
figure('visible', 'off');
plot(mu, hits.v(2, :), 'b-', mu, hits.dE, 'r-');
xlim([0 1.5]);
xlabel('mu');
legend({'slip after the impact (m/s)', 'change of energy (J)'}, 'Location', 'southeast');
print('sticks.png', '-dpng');
