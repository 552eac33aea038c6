import { apiKey } from '@toolwire/auth';
import { createFetch } from '@toolwire/fetch';
import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';

const auth = apiKey({
  keys: { ada: process.env['ADA_KEY'] ?? '' },
  acceptAsBearer: true,
});

const roll = defineTool({
  id: 'Dice.Roll',
  version: '1.0.0',
  name: 'roll_dice',
  title: 'Roll dice',
  description: 'Rolls dice.',
  input: z.object({ dice: z.int().min(1).max(6).describe('How many.') }),
  run: ({ dice }, { principal }) =>
    `${principal?.id} rolled ${'4'.repeat(dice)}`,
});

const answer = createFetch(
  toolwire({ tools: [roll], auth, name: 'dice', version: '1.0.0' }),
  {
    basePath: '/api',
    principal: 'auth',
  },
);

export {
  answer as DELETE,
  answer as GET,
  answer as OPTIONS,
  answer as POST,
};
