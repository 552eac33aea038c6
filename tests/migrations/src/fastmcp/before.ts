import { FastMCP, UserError } from 'fastmcp';
import { z } from 'zod';

const keys = new Map([[process.env['ADA_KEY'], 'ada']]);
const books = new Map([['dune', 3]]);

const server = new FastMCP({
  name: 'library',
  version: '1.0.0',
  authenticate: (request) => {
    const key = request.headers['x-api-key'];
    const user = typeof key === 'string' ? keys.get(key) : undefined;
    if (user === undefined) {
      throw new Response('Unauthorized', { status: 401 });
    }
    return Promise.resolve({ user });
  },
});

server.addTool({
  name: 'lend_book',
  description: 'Lends a book to the caller.',
  parameters: z.object({
    title: z.string().describe('The title, in small letters.'),
  }),
  annotations: { destructiveHint: false },
  execute: ({ title }, { log, session }) => {
    const left = books.get(title);
    if (left === undefined) {
      throw new UserError(`There is no book "${title}"`);
    }
    log.info('Lent a book', { title });
    return Promise.resolve(
      `${session?.user} has "${title}", one of ${left}.`,
    );
  },
});

server.addTool({
  name: 'count_books',
  description: 'Counts the books.',
  timeoutMs: 10_000,
  execute: async (_input, { reportProgress }) => {
    await reportProgress({ progress: 1, total: 2 });
    await reportProgress({ progress: 2, total: 2 });
    return { content: [{ type: 'text', text: String(books.size) }] };
  },
});

await server.start({
  transportType: 'httpStream',
  httpStream: { port: Number(process.env['PORT'] ?? 3000) },
});
