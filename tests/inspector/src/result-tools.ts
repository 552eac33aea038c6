import { content, defineTool } from 'toolwire';
import { z } from 'zod';

/** How many rows the large result has: about 5 MB as JSON. */
export const manyRows = 40_000;

let calls = 0;

/** Tools whose results are shown in different ways. */
export const resultTools = [
  defineTool({
    id: 'Results.Rows',
    version: '1.0.0',
    description: 'Returns rows.',
    input: z.object({}),
    annotations: { readOnly: true },
    run: () => ({
      rows: [
        { city: 'Graz', people: 300_000 },
        { city: 'Linz', people: 210_000 },
        { city: 'Wien', people: 2_000_000 },
      ],
    }),
  }),
  defineTool({
    id: 'Results.Large',
    version: '1.0.0',
    description: 'Returns five megabytes.',
    input: z.object({}),
    run: () => Array.from({ length: manyRows }, (_, index) => ({ index, name: `Row ${index}`, note: 'x'.repeat(90) })),
  }),
  defineTool({
    id: 'Results.Counter',
    version: '1.0.0',
    description: 'Returns another number each time.',
    input: z.object({}),
    annotations: { destructive: true },
    run: () => {
      calls += 1;
      return { fixed: 1, count: calls };
    },
  }),
  defineTool({
    id: 'Results.Report',
    version: '1.0.0',
    description: 'Returns Markdown:\n1. a list\n2. code',
    input: z.object({}),
    run: () =>
      '# Report\n\n- **one** <img src=x onerror="window.taken=1">\n- two\n- 5 * 6 * 7\n\n9. nine\n10. ten\n\n```\ncode\n```',
  }),
  defineTool({
    id: 'Results.Files',
    version: '1.0.0',
    description: 'Returns files.',
    input: z.object({}),
    run: () =>
      content({
        type: 'resource',
        resource: { uri: 'file:///notes.csv', mimeType: 'text/csv', text: 'name,age\nAda,36\n' },
      }),
  }),
  defineTool({
    id: 'Results.Echo',
    version: '1.0.0',
    description: 'Returns its secret in files, and reports it as progress.',
    input: z.object({ pin: z.string().meta({ format: 'password' }) }),
    run: ({ pin }, context) => {
      context.progress(1, 2, `Writes ${pin}`);
      const blob = Buffer.from(`Blob ${pin}`).toString('base64');
      return content(
        { type: 'resource', resource: { uri: `file:///${pin}`, mimeType: 'text/plain', text: `Text ${pin}` } },
        { type: 'resource', resource: { uri: 'file:///blob', mimeType: 'text/plain', blob } },
      );
    },
  }),
  defineTool({
    id: 'Results.Emoji',
    version: '1.0.0',
    description: 'Returns a pair of surrogates where the page cuts a text.',
    input: z.object({}),
    run: () =>
      content('x'.repeat(19_999) + '😀', {
        type: 'resource',
        resource: { uri: `${'x'.repeat(119)}😀`, mimeType: 'text/plain', text: 'short' },
      }),
  }),
  defineTool({
    id: 'Results.Upload',
    version: '1.0.0',
    description: 'Takes a file.',
    input: { type: 'object', properties: { file: { type: 'string', contentEncoding: 'base64' } }, required: ['file'] },
    run: ({ file }) => String(file).length,
  }),
];
