import { describeThrown, encodeFailure, isToolError, mapError, RetryableToolError, ToolError } from '@toolwire/errors';
import express, { type ErrorRequestHandler, type Express } from 'express';

const doors: ReadonlyMap<string, string> = new Map([
  ['front', 'closed'],
  ['back', 'open'],
]);

/** Everything thrown ends here: on purpose, and the caller reads it; by accident, and only the log does. */
const answerError: ErrorRequestHandler = (error, request, response, _next) => {
  console.error(JSON.stringify({ method: request.method, path: request.path, error: describeThrown(error) }));
  response.status(isToolError(error) ? 422 : 500).json({ error: encodeFailure(mapError(error)) });
};

export const app: Express = express()
  .get('/doors/:id', (request, response) => {
    const state = doors.get(request.params.id);
    if (state === undefined) {
      const additionalPromptContent = `The doors are: ${[...doors.keys()].join(', ')}`;
      throw new RetryableToolError('There is no such door', { additionalPromptContent });
    }
    response.json({ state });
  })
  .post('/doors/:id/open', () => {
    throw new ToolError('The lock does not answer', { developerMessage: 'no heartbeat since 09:00' });
  })
  .get('/report', () => {
    throw new Error('connect ECONNREFUSED postgres://admin:hunter2@10.0.0.7/doors');
  })
  .use(answerError);
