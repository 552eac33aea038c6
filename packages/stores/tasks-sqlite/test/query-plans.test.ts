import { expect, it } from 'vitest';
import { Database, type SqliteValue } from '../src/database.ts';
import { migrations } from '../src/migrations.ts';
import { allTasks, readTasks, tasksOf, unfinishedTasks } from '../src/task-statements.ts';
import { drivers } from './drivers.ts';

const after = { createdAt: 1, id: 'task' };

/** Explains the plans of its queries instead of running them. */
class ExplainingDatabase extends Database {
  readonly plans: string[] = [];

  override all<Row>(sql: string, ...values: SqliteValue[]): Row[] {
    const steps = super.all<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
    this.plans.push(steps.map(({ detail }) => detail).join(', '));
    return [];
  }
}

it.each(drivers)('reads each page of tasks from an index in its order, without sorting, with $name', ({ open }) => {
  const database = new ExplainingDatabase(open(':memory:'));
  for (const migration of migrations) database.exec(migration);
  for (const tasks of [allTasks(0), tasksOf('ada', 0), unfinishedTasks({ wall: 0, steady: 0 })]) {
    readTasks(database, tasks, after, 100);
  }
  database.close();
  expect(database.plans).toEqual([
    expect.stringMatching(/^SEARCH tasks USING INDEX tasks_by_age \S+$/),
    expect.stringMatching(/^SEARCH tasks USING INDEX tasks_of_owner \(.+\)$/),
    expect.stringMatching(/^SEARCH tasks USING INDEX tasks_to_run \S+$/),
  ]);
});
