/** Mints UUIDv7 ids that rise with every call, from one moment and random bits. */
export const uuid7Minter = (now: number): (() => string) => {
  let count = 0;
  return () => {
    count += 1;
    const time = now.toString(16).padStart(12, '0');
    const order = (0x7000 + count).toString(16);
    const random = [...crypto.getRandomValues(new Uint8Array(8))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    return `${time.slice(0, 8)}-${time.slice(8)}-${order}-8${random.slice(1, 4)}-${random.slice(4)}`;
  };
};
