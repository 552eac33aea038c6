import type { TaskCallsCase } from './calls-cases.ts';
import { same, unique } from './task-store-case.ts';

const owner = 'ada';

/** Cases about repeated calls. */
export const repeatCases: readonly TaskCallsCase[] = [
  {
    title: 'matches a repeated call after a deploy, unless it requests another version',
    run: async ({ open }) => {
      const web = open();
      await web.ready();
      const id = unique('call');
      const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: id, retrySafe: false };
      const started = await web.start({ owner, id, call });
      same(started.started && !started.repeated, true, 'that the call was begun is');
      const deployed = { owner, id, call: { ...call, toolVersion: '2.0.0' } };
      const again = await open().start({ ...deployed, anyVersion: true });
      same(again.started && again.repeated && again.task.id, id, 'the task of the repeated call is');
      const other = await open().start(deployed);
      same(!other.started && other.reason, 'conflict', 'what is said of the other version is');
      await web.remove(id, owner);
    },
  },
];
