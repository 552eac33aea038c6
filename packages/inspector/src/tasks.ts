import { type HttpResponse, jsonResponse, type ToolService } from '@toolwire/core/wire';

/** The service of a server, as far as durable calls need it. */
type TaskService = Pick<ToolService, 'operatorTasks'>;

/** Lists the durable calls of all callers, from the cursor in a query. */
export async function listTasks({ operatorTasks }: TaskService, query: string): Promise<HttpResponse> {
  if (operatorTasks === undefined) return noTasks;
  const cursor = new URLSearchParams(query).get('cursor') ?? undefined;
  const page = await operatorTasks.list({ cursor });
  return page === undefined ? problem(400, 'The cursor is invalid. Load the calls again.') : jsonResponse(200, page);
}

/** Cancels or retries the durable call in a query. */
export async function changeTask({ operatorTasks }: TaskService, query: string): Promise<HttpResponse> {
  if (operatorTasks === undefined) return noTasks;
  const wanted = new URLSearchParams(query);
  const id = wanted.get('id') ?? '';
  const action = wanted.get('action');
  if (action !== 'cancel' && action !== 'retry') return problem(400, "The action must be 'cancel' or 'retry'.");
  // A store that is full or unreachable rejects, and the server logs it.
  const task = await operatorTasks[action](id);
  return task === undefined ? problem(404, gone[action]) : jsonResponse(200, { task });
}

const gone = {
  cancel: 'The call no longer exists.',
  retry: 'Only an ended call can run again, and this one has not ended or no longer exists.',
} as const;

const noTasks = problem(501, 'This server has no durable calls.');

function problem(status: number, message: string): HttpResponse {
  return jsonResponse(status, { message });
}
