import { type HttpResponse, jsonResponse, type ToolService } from '@toolwire/core/wire';

/** The part of the service that durable calls need. */
type TaskService = Pick<ToolService, 'operatorTasks'>;

/** Lists the durable calls of all callers, from the cursor in a query. */
export async function listTasks({ operatorTasks }: TaskService, query: string): Promise<HttpResponse> {
  if (operatorTasks === undefined) return noTasks;
  const cursor = new URLSearchParams(query).get('cursor') ?? undefined;
  const page = await operatorTasks.list({ cursor });
  return page === undefined
    ? jsonResponse(400, { message: 'The cursor is invalid. Load the calls again.' })
    : jsonResponse(200, page);
}

/** Cancels or retries the durable call in a query. */
export async function changeTask({ operatorTasks }: TaskService, query: string): Promise<HttpResponse> {
  if (operatorTasks === undefined) return noTasks;
  const parameters = new URLSearchParams(query);
  const action = parameters.get('action');
  if (action !== 'cancel' && action !== 'retry') {
    return jsonResponse(400, { message: "The action must be 'cancel' or 'retry'." });
  }
  // A store that is full or unreachable rejects, and the server logs it.
  const task = await operatorTasks[action](parameters.get('id') ?? '');
  return task === undefined ? jsonResponse(404, { message: missingMessages[action] }) : jsonResponse(200, { task });
}

const missingMessages = {
  cancel: 'The call no longer exists.',
  retry: 'Only an ended call can run again, and this one has not ended or no longer exists.',
} as const;

const noTasks = jsonResponse(501, { message: 'This server has no durable calls.' });
