import { apiKey } from '@toolwire/auth';
import { content, defineTool, ToolError, toolwire } from 'toolwire';
import { z } from 'zod';

const auth = apiKey({
  keys: { ada: process.env['ADA_KEY'] ?? '' },
  headers: ['X-API-Key'],
});
const books = new Map([['dune', 3]]);

const lend = defineTool({
  id: 'Library.Lend',
  version: '1.0.0',
  name: 'lend_book',
  description: 'Lends a book to the caller.',
  input: z.object({
    title: z.string().describe('The title, in small letters.'),
  }),
  annotations: { destructive: false },
  run: ({ title }, { log, principal }) => {
    const left = books.get(title);
    if (left === undefined) {
      throw new ToolError(`There is no book "${title}"`);
    }
    log.info({ title }, 'Lent a book');
    return `${principal?.id} has "${title}", one of ${left}.`;
  },
});

const count = defineTool({
  id: 'Library.Count',
  version: '1.0.0',
  name: 'count_books',
  description: 'Counts the books.',
  timeoutMs: 10_000,
  run: (_input, { progress }) => {
    progress(1, 2);
    progress(2, 2);
    return content(String(books.size));
  },
});

const server = toolwire({
  tools: [lend, count],
  auth,
  name: 'library',
  version: '1.0.0',
});
await server.listen(Number(process.env['PORT'] ?? 3000));
