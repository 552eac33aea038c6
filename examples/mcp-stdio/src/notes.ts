import { defineTool, ToolError, withContent } from 'toolwire';
import { z } from 'zod';

const notes: string[] = [];

const add = defineTool({
  id: 'Notes.Add',
  version: '1.0.0',
  description: 'Keeps a note until the program ends.',
  input: z.object({ text: z.string().describe('What to keep.') }),
  output: z.object({ count: z.number().describe('How many notes there are now.') }),
  run: ({ text }) => {
    console.log('This line is redirected to stderr.');
    return { count: notes.push(text) };
  },
});

const find = defineTool({
  id: 'Notes.Find',
  version: '1.0.0',
  description: 'Finds the notes with a word.',
  annotations: { readOnly: true },
  input: z.object({ word: z.string().describe('The word.') }),
  output: z.array(z.string()),
  run: ({ word }) => {
    const found = notes.filter((note) => note.includes(word));
    const list = found.map((note) => `- ${note}`).join('\n');
    // Programs read the value, models the text.
    return withContent(found, found.length === 0 ? `No note has the word '${word}'.` : list);
  },
});

const clear = defineTool({
  id: 'Notes.Clear',
  version: '1.0.0',
  description: 'Forgets all notes, if the user agrees.',
  annotations: { destructive: true },
  output: z.object({ forgotten: z.number() }),
  run: async (_input, { ask }) => {
    const { sure } = await ask({
      sure: { kind: 'form', message: `Forget ${notes.length} notes?`, schema: { type: 'object', properties: {} } },
    });
    if (sure.action !== 'accept') throw new ToolError('The user wants to keep the notes');
    return { forgotten: notes.splice(0).length };
  },
});

export const tools = [add, find, clear];
