import { defineTool, ToolError } from 'toolwire';
import { z } from 'zod';

/** Lists the notes of the caller at the service. */
export function listNotes(serviceUrl: string) {
  return defineTool({
    id: 'Notes.List',
    version: '1.0.0',
    description: "Lists the user's notes.",
    requirements: { authorization: [{ id: 'notes', oauth2: { scopes: ['notes:read'] } }] },
    output: z.array(z.string()),
    run: async (_input, { token }) => {
      const response = await fetch(`${serviceUrl}/notes`, { headers: { authorization: `Bearer ${token('notes')}` } });
      if (!response.ok) throw new ToolError(`The notes answer ${response.status}`);
      return z.array(z.string()).parse(await response.json());
    },
  });
}
