% A rod falls, bounces and comes to rest. Saves falling_rod.png.
rod = struct('mass', 1, 'inertia', 1/12, 'corners', [-0.5 0.5; 0 0], 'centre', [0 1.2], 'angle', 0.4, 'spin', 2, ...
             'until', 5, 'persist', 'step');
motion = carom.drop(rod, 'routh', 'e', 0.5, 'mu', 0.3);
fprintf('%d events, %s at %.4f s\n', numel(motion.events.t), motion.stop, motion.end_state.t);
figure('visible', 'off');
carom.plot_drop(rod, 'routh', 'e', 0.5, 'mu', 0.3);
print('falling_rod.png', '-dpng');
