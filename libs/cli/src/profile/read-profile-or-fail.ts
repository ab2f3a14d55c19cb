import { type Profile, type ProfileFault, readProfileFile } from '@mcp-witness/executor';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { printable } from '../terminal/printable.ts';

const line = ({ pointer, message }: ProfileFault): string =>
  `  ${pointer === '' ? 'the whole document' : printable(pointer)} ${printable(message)}`;

/** The profile of a file; one that is not valid ends the command, with every fault told. */
export async function readProfileOrFail(path: string): Promise<Profile> {
  const reading = await readProfileFile(path);
  if (reading.ok) return reading.profile;
  const name = printable(JSON.stringify(path));
  const message =
    'reason' in reading
      ? `the profile ${name} cannot be used: ${reading.reason}`
      : [`the profile ${name} is not valid, so the agent was not started:`, ...reading.faults.map(line)].join(
          '\n',
        );
  throw new CommandFailure(exitCodes.usage, message);
}
