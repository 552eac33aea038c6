import { type Observation, observeReads, type Report, type See, versionOf } from './observe.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';

/** Follows a task: hands on each of its states once, newer ones only. */
export type Observe = (id: string, see: See) => Observation;

interface Follower {
  seen: number;
  readonly see: See;
}

interface Followed extends Observation {
  readonly followers: Set<Follower>;
}

/** How many hear of a change before the event loop has its turn. */
const toldAtOnce = 50;

/** Follows tasks for any number of callers: each change is read once, and told to a few of them at a time. */
export function createSharedObserver(store: TaskStore, report: Report): Observe {
  const all = new Map<string, Followed>();

  const follow = (id: string): Followed => {
    const followers = new Set<Follower>();
    const tell = async (record: TaskRecord | undefined): Promise<void> => {
      const version = versionOf(record);
      let told = 0;
      for (const follower of followers) {
        if (version <= follower.seen) continue;
        follower.seen = version;
        try {
          follower.see(record);
        } catch (error) {
          report(error, id);
        }
        told += 1;
        if (told % toldAtOnce === 0) await turn();
      }
    };
    const followed = { followers, ...observeReads(store, id, tell, report) };
    all.set(id, followed);
    return followed;
  };

  return (id, see) => {
    const followed = all.get(id) ?? follow(id);
    const { followers, look } = followed;
    const follower = { seen: 0, see };
    followers.add(follower);
    return {
      look,
      stop: () => {
        followers.delete(follower);
        if (followers.size > 0 || all.get(id) !== followed) return;
        all.delete(id);
        followed.stop();
      },
    };
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
