import type { InputAnswer, InputRequest } from '@toolwire/core';
import type { Task, TaskContext, Tasks } from '@toolwire/tasks';

/** The tasks of MCP: what they ask and are answered is what tools ask. */
export type McpTasks = Tasks<InputRequest, InputAnswer>;

/** One of them. */
export type McpTask = Task<InputRequest>;

/** What the work of one is given. */
export type McpTaskContext = TaskContext<InputRequest, InputAnswer>;
