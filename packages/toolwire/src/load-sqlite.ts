import { isObject, StartUpError } from '@toolwire/internal';
import type { OpenTasks } from './lazy-tasks.ts';

type CreateSqliteTasks = (file: string, options: object) => OpenTasks;

/** Loads the package on demand, so that only its users must install it. */
export async function loadSqlite(): Promise<CreateSqliteTasks> {
  // A variable, so that the build leaves the package out of this one.
  const name = '@toolwire/tasks-sqlite';
  let module: unknown;
  try {
    module = await import(name);
  } catch (cause) {
    throw new StartUpError(
      'TW_TASKS_PACKAGE',
      'toolwire({ tasks: { file } }) needs the package @toolwire/tasks-sqlite. Run: npm install @toolwire/tasks-sqlite',
      { cause },
    );
  }
  const create = isObject(module) ? module['createSqliteTasks'] : undefined;
  if (isCreate(create)) return create;
  throw new StartUpError(
    'TW_TASKS_PACKAGE',
    '@toolwire/tasks-sqlite and toolwire have different versions. Update both.',
  );
}

function isCreate(value: unknown): value is CreateSqliteTasks {
  return typeof value === 'function';
}
