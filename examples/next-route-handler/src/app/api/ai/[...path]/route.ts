import { createFetchHandler } from '@toolwire/fetch';
import { toolwire } from 'toolwire';
import { greet } from '../../../../greet.ts';
import { findUser } from '../../../../users.ts';

const handleTools = createFetchHandler(toolwire({ tools: [greet] }), { basePath: '/api/ai' });

async function answer(request: Request): Promise<Response> {
  const user = findUser(request.headers.get('authorization'));
  if (user === undefined) return Response.json({ error: 'Please sign in' }, { status: 401 });
  const response = await handleTools(request, { principal: { id: user } });
  return response ?? Response.json({ error: 'No such page' }, { status: 404 });
}

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as POST };
