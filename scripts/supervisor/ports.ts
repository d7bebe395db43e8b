import net from 'node:net';

/** A required port and the variable that sets it. */
export type RequiredPort = { variable: string; port: number };

/** Throws an error that names port and variable when a port is unavailable or used twice. */
export async function requireFreePorts(required: RequiredPort[], host: string): Promise<void> {
  for (const [index, { variable, port }] of required.entries()) {
    const twin = required.slice(0, index).find((other) => other.port === port);
    if (twin)
      throw new Error(`${twin.variable} and ${variable} are both ${port}. Choose another: ${example(variable, port)}`);
    const problem = await tryListen(port, host);
    if (problem === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} (${variable}${derived(variable)}) is already in use by another program.\n` +
          `Stop that program, or choose another port: ${example(variable, port)}`,
      );
    }
    if (problem) throw new Error(`Cannot listen on ${host} port ${port} (HOST, ${variable}): ${problem}`);
  }
}

const OFFSETS: Record<string, number> = { BANK_PORT: 1, MAIL_PORT: 2, SFTP_PORT: 3 };

function derived(variable: string): string {
  const offset = OFFSETS[variable];
  return offset === undefined || process.env[variable] ? '' : `, which is PORT + ${offset} unless set`;
}

function example(variable: string, port: number): string {
  return `${variable}=${port + 100 < 65_536 ? port + 100 : port - 100} npm start`;
}

/** Returns the error code, or null when the port is free. */
function tryListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}
