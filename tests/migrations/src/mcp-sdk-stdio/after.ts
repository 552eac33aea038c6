import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';

const notes: string[] = [];

const add = defineTool({
  id: 'Notes.Add',
  version: '1.0.0',
  name: 'add_note',
  description: 'Keeps a note.',
  input: z.object({ text: z.string().describe('What to keep.') }),
  run: ({ text }) => `Note ${notes.push(text)} is kept.`,
});

toolwire({ tools: [add], name: 'notes', version: '1.0.0' }).stdio();
