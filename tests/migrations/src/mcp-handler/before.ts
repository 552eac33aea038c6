import { createMcpHandler, withMcpAuth } from 'mcp-handler';
import { z } from 'zod';

const handler = createMcpHandler(
  (server) => {
    server.registerTool(
      'roll_dice',
      {
        title: 'Roll dice',
        description: 'Rolls dice.',
        inputSchema: z.object({
          dice: z.int().min(1).max(6).describe('How many.'),
        }),
      },
      ({ dice }, { http }) => ({
        content: [
          {
            type: 'text',
            text: `${http?.authInfo?.clientId} rolled ${'4'.repeat(dice)}`,
          },
        ],
      }),
    );
  },
  { serverInfo: { name: 'dice', version: '1.0.0' } },
);

const answer = withMcpAuth(
  handler,
  (_request, token) => {
    return token !== undefined && token === process.env['ADA_KEY']
      ? { token, clientId: 'ada', scopes: [] }
      : undefined;
  },
  { required: true },
);

export { answer as GET, answer as POST };
