import { contextEntry } from '@toolwire/core';
import { createFetchHandler } from '@toolwire/fetch';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { greet, userName } from '../../../../greet.ts';
import { findUser } from '../../../../users.ts';

const handleTools = createFetchHandler(createToolServer({ tools: [greet], wires: [otc()] }), { basePath: '/api/ai' });

async function answer(request: Request): Promise<Response> {
  const user = findUser(request.headers.get('authorization'));
  if (user === undefined) return Response.json({ error: 'Please sign in' }, { status: 401 });
  const response = await handleTools(request, { context: [contextEntry(userName, user)] });
  return response ?? Response.json({ error: 'No such page' }, { status: 404 });
}

export { answer as GET, answer as POST };
