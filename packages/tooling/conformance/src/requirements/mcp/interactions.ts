import { everyRevision, fromPage, type McpRequirement, onlyLegacy, onlyModern } from './requirement.ts';

/** Progress, logs, cancellation, subscriptions, requests for user input, and tasks. */
export const interactionRequirements: readonly McpRequirement[] = [
  ...fromPage(everyRevision, 'specification/2026-07-28/basic/patterns/progress', [
    ['MCP-PROG-01', 'Progress refers only to tokens of running requests.', 'behavior-requirements'],
    ['MCP-PROG-02', 'The progress value increases with each notification.', 'progress-flow'],
    ['MCP-PROG-03', 'Progress ends when its request does.', 'implementation-notes'],
  ]),
  ...fromPage(onlyLegacy, 'specification/2025-11-25/server/utilities/logging', [
    ['MCP-LOG-01', 'A server that sends log messages declares the capability.', 'capabilities'],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/server/utilities/logging', [
    ['MCP-LOG-02', 'A client gets log messages only after it has requested a level.', '', 'MUST NOT'],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/server/utilities/logging', [
    [
      'MCP-LOG-03',
      'A log message contains no credentials, secrets or details that help an attacker.',
      'security',
      'MUST NOT',
    ],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/basic/patterns/cancellation', [
    [
      'MCP-CANC-01',
      'Closing the stream of a request cancels it. The server sends no further messages for it.',
      'transport-specific-cancellation',
    ],
    ['MCP-CANC-03', 'A server sends a cancellation only to end a subscription.', '', 'MUST NOT'],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/basic/patterns/cancellation', [
    ['MCP-CANC-02', 'A late or unknown cancellation has no effect.', 'timing-considerations'],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/basic/patterns/subscriptions', [
    ['MCP-SUB-01', 'A subscription is acknowledged before anything else is sent on it.', 'acknowledgment'],
    ['MCP-SUB-03', 'A subscription sends only the requested notifications.', 'opening-a-stream', 'MUST NOT'],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/basic/index', [
    ['MCP-SUB-02', 'Every message of a subscription names it.', 'meta'],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/basic/patterns/mrtr', [
    [
      'MCP-ASK-01',
      'A server sends only input requests that the client supports.',
      'server-requirements-basic-workflow',
      'MUST NOT',
    ],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/basic/patterns/mrtr', [
    [
      'MCP-ASK-02',
      'An input_required result contains input requests, a state, or both.',
      'server-requirements-basic-workflow',
    ],
    ['MCP-ASK-03', 'The input requests of a result have unique keys.', 'server-requirements-basic-workflow'],
    [
      'MCP-ASK-04',
      'A returned state is untrusted. A state that this server did not create, or created for another call, is refused.',
      'server-requirements-basic-workflow',
    ],
    ['MCP-ASK-05', 'Only calls of tools, prompts and resources request input.', 'supported-requests', 'MUST NOT'],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/client/elicitation', [
    ['MCP-ASK-06', 'Input requests are bound to their client and user.', 'security-considerations'],
    ['MCP-ASK-07', 'Declined, canceled and unanswered input requests are handled.', 'error-handling'],
    ['MCP-URL-01', 'A URL-mode input request has a message and a valid URL.', 'url-mode-elicitation-requests'],
  ]),
  ...fromPage(onlyLegacy, 'specification/2025-11-25/basic/utilities/tasks', [
    ['MCP-TASK-01', 'A server with tasks declares the capability, and the requests that support it.', 'capabilities'],
    [
      'MCP-TASK-02',
      'A tool that requires a task is refused with -32601 when it is called without one.',
      'tool-level-negotiation',
    ],
    ['MCP-TASK-03', 'The server creates unique task IDs that cannot be guessed.', 'task-id-requirements'],
    [
      'MCP-TASK-04',
      'The first status of a task is working, and a terminal status does not change.',
      'task-status-lifecycle',
    ],
    [
      'MCP-TASK-05',
      'A task states when it was created, when it last changed and how long it is stored.',
      'ttl-and-resource-management',
    ],
    [
      'MCP-TASK-06',
      'tasks/result waits for the end of the task, and returns the result of the call.',
      'result-retrieval',
    ],
    ['MCP-TASK-07', 'Messages of a task name it in _meta.', 'associating-task-related-messages'],
    ['MCP-TASK-08', 'A page of tasks has a cursor if there are more.', 'task-listing'],
    [
      'MCP-TASK-09',
      'An ended task cannot be canceled. The response to a cancellation comes after the task is canceled.',
      'task-cancellation',
    ],
    [
      'MCP-TASK-10',
      'A task is bound to the authorization context that created it.',
      'task-isolation-and-access-control',
    ],
  ]),
  ...fromPage(onlyModern, 'seps/2663-tasks-extension', [
    [
      'MCP-TASKX-01',
      'A client that does not declare the extension never gets a task.',
      'capability-negotiation',
      'MUST NOT',
    ],
    [
      'MCP-TASKX-02',
      'For such a client, tools that require a task and all task methods are refused with -32021.',
      'capability-negotiation',
    ],
    ['MCP-TASKX-03', 'tasks/get works before the task ID is sent.', 'task-creation'],
    ['MCP-TASKX-04', 'tasks/get returns the result, the error or the input requests of the status.', 'response'],
    [
      'MCP-TASKX-05',
      'The status failed is for JSON-RPC errors. A task whose result is an error is completed.',
      'task-execution-errors',
    ],
    ['MCP-TASKX-06', 'A task uses each key of an input request once.', 'task-update-requests'],
    ['MCP-TASKX-07', 'The results of tasks/update and tasks/cancel are empty.', 'task-cancellation'],
    ['MCP-TASKX-08', 'The error for an unknown or expired task is -32602.', 'protocol-errors'],
    ['MCP-TASKX-09', 'A task sends no progress and no log messages.', 'task-status-notifications', 'MUST NOT'],
    ['MCP-TASKX-10', 'Every request checks whether the client may access the task.', 'security-implications'],
  ]),
];
