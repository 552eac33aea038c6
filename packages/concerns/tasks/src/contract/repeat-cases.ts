import { assertEqual } from '@toolwire/internal';
import type { TaskCallsCase } from './calls-cases.ts';
import { unique } from './task-store-case.ts';

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
      assertEqual(started.started && !started.repeated, true, 'whether the call started');
      const deployed = { owner, id, call: { ...call, toolVersion: '2.0.0' } };
      const again = await open().start({ ...deployed, anyVersion: true });
      assertEqual(again.started && again.repeated && again.task.id, id, 'task of the repeated call');
      const other = await open().start(deployed);
      assertEqual(!other.started && other.reason, 'conflict', 'reason for refusing the other version');
      await web.remove(id, owner);
    },
  },
];
