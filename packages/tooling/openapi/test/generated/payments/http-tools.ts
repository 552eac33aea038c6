// Imported from api.yaml. Edit it: the next import keeps your edits.
import { defineTool } from 'toolwire';
import { api } from './http.ts';

/** `GET /reports` */
export const report = defineTool({
  id: 'Payments.Report',
  version: '1.0.0',
  description: 'GET /reports',
  annotations: { readOnly: true, openWorld: true },
  requirements: { authorization: [{ id: 'token' }] },
  run: (_input, context) =>
    api.call(context, 'GET', '/reports', {
      accept: ['text/csv'],
      server: 'https://reports.example.com',
      auth: ['token'],
      largeResults: 'cut',
    }),
});
