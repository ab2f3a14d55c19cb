import { isIPv6 } from 'node:net';

/** Whom an address stands for: one machine over IPv4, and the network of 64 bits that one machine is given over IPv6. */
export const addressGroup = (address: string | undefined): string => {
  if (address === undefined) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = ''] = address.split('::');
  const groups = head.split(':').concat('0', '0', '0', '0').slice(0, 4);
  return `${groups.map((group) => group || '0').join(':')}::/64`;
};
