import type { Command } from './command.ts';
import { bridge } from './usage/bridge.ts';
import { call } from './usage/call.ts';
import { check } from './usage/check.ts';
import { completionOf } from './usage/completion.ts';
import { configure } from './usage/configure.ts';
import { dev } from './usage/dev.ts';
import { diff } from './usage/diff.ts';
import { doctor } from './usage/doctor.ts';
import { exportTools } from './usage/export.ts';
import { gen } from './usage/gen.ts';
import { inspect } from './usage/inspect.ts';
import { list } from './usage/list.ts';
import { record } from './usage/record.ts';
import { replay } from './usage/replay.ts';
import { show } from './usage/show.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  dev,
  list,
  show,
  call,
  check,
  diff,
  gen,
  exportTools,
  bridge,
  configure,
  inspect,
  record,
  replay,
  doctor,
  completionOf(() => commands),
];
