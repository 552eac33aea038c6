import { createKeepAliveClient } from './keep-alive-client.ts';
import { getBytes } from './requests.ts';
import { waitUntil } from './wait-until.ts';

/** Knows which servers are healthy, by asking them now and then, as a load balancer does. */
export interface LoadBalancer {
  /** The ports that were healthy when last asked. */
  healthyPorts(): readonly number[];
  /** Waits until a port is, or is no longer, healthy. */
  untilHealthy(port: number, healthy: boolean): Promise<void>;
  stop(): void;
}

const probeEveryMs = 250;

/** Starts to probe the ports. */
export function createLoadBalancer(ports: readonly number[]): LoadBalancer {
  const healthy = new Set<number>();
  // A new connection each time, because a persistent connection would not notice a missing listener.
  const probe = async (port: number): Promise<void> => {
    const client = createKeepAliveClient(port);
    const answer = client.exchange(getBytes('/health', ['Connection: close']), { timeoutMs: probeEveryMs });
    const status = await answer.then(
      (answered) => answered.status,
      () => 'none',
    );
    client.hangUp();
    if (status === 200) healthy.add(port);
    else healthy.delete(port);
  };
  const timer = setInterval(() => void Promise.all(ports.map(probe)), probeEveryMs);
  return {
    healthyPorts: () => ports.filter((port) => healthy.has(port)),
    untilHealthy: async (port, wanted) => {
      if (await waitUntil(() => healthy.has(port) === wanted, 10_000)) return;
      throw new Error(`The server on port ${port} is still ${wanted ? 'not healthy' : 'healthy'}.`);
    },
    stop: () => clearInterval(timer),
  };
}
