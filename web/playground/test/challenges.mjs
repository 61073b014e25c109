/** Lists links that meet each challenge, and links that miss it by one number or name. */
const side = "with=routh,whittaker,smith,chatterjee2";
export const LINKS = {
    newton: {
        yes: "v=1&scene=rod&s.angle=70&s.vx=1&s.vy=-1&law=routh&p.restitution=newton&p.mu=0.3&p.e=1",
        no: "v=1&scene=rod&s.angle=70&s.vx=1&s.vy=-1&law=routh&p.restitution=energetic&p.mu=0.3&p.e=1",
    },
    painleve: {
        yes: "v=1&scene=rod&s.angle=60&s.vx=-1&s.vy=-0.1&law=routh&p.mu=2&p.e=0.5",
        no: "v=1&scene=rod&s.angle=60&s.vx=1&s.vy=-0.1&law=routh&p.mu=2&p.e=0.5",
    },
    superball: {
        yes: "v=1&scene=sphere&s.vx=2&s.vy=-3&s.w=200&law=walton&p.mu=10&p.e=1&p.e_t=1",
        no: "v=1&scene=sphere&s.vx=2&s.vy=-3&s.w=-200&law=walton&p.mu=10&p.e=1&p.e_t=1",
    },
    restitution: {
        yes: "v=1&scene=rod&s.angle=160.43&s.w=-4.94&s.vx=-2.31&s.vy=-2.45&law=routh&p.mu=1.15&p.e=0.56",
        no: "v=1&scene=rod&s.angle=160.43&s.w=-4.94&s.vx=-2.31&s.vy=-2.45&law=routh&p.mu=0.3&p.e=0.56",
    },
    box2d: {
        yes: "v=1&scene=disc&s.vx=0.2&s.vy=-0.9&s.w=0&law=whittaker&p.mu=0.3&p.e=0.9",
        no: "v=1&scene=disc&s.vx=0.2&s.vy=-1.1&s.w=0&law=whittaker&p.mu=0.3&p.e=0.9",
    },
    reversal: {
        yes: "v=1&scene=rod&s.angle=45&s.vx=0.6&s.vy=-1&law=routh&p.mu=0.2&p.e=0.5",
        no: "v=1&scene=rod&s.angle=45&s.vx=0.6&s.vy=-1&law=routh&p.mu=0.9&p.e=0.5",
    },
    opposite: {
        yes: `v=1&scene=box&s.angle=-40.16&s.vx=1.59&s.vy=-0.59&law=routh&p.mu=2.89&p.e=0.58&${side}`,
        no: `v=1&scene=box&s.angle=-40.16&s.vx=1.59&s.vy=-0.59&law=routh&p.mu=2.89&p.e=0.58&with=routh`,
    },
    agree: {
        yes: `v=1&scene=disc&s.vx=2&s.vy=-2&s.w=3&law=routh&p.mu=0.1&p.e=0.5&with=routh,whittaker,initial-slip,brach`,
        no: `v=1&scene=rod&s.angle=60&s.vx=2&s.vy=-2&law=routh&p.mu=0.1&p.e=0.5&${side}`,
    },
    dead: {
        yes: "v=1&scene=disc&s.vx=2&s.vy=-1&s.w=0&law=ccp&p.mu=0.2&p.e=0",
        no: "v=1&scene=disc&s.vx=2&s.vy=-1&s.w=0&law=routh&p.mu=0.2&p.e=0",
    },
    all: {
        yes: "v=1&scene=disc&s.vx=1&s.vy=-2&s.w=0&law=routh&p.mu=1&p.e=0",
        no: "v=1&scene=disc&s.vx=1&s.vy=-2&s.w=0&law=routh&p.mu=1&p.e=0.1",
    },
};
