import { expect, it } from '@jest/globals';
import { createCourse } from './course.ts';
import { createLosses } from './losses.ts';

it('lets batches grow to what they were, once they are taken after one that was too large', () => {
  const course = createCourse({
    name: 'kept',
    losses: createLosses(),
    log: () => undefined,
    backoff: () => 0,
  });
  const start = course.largest;
  for (let count = start; count > 3; count = course.largest) course.after({ outcome: 'too_large' }, count);
  const small = course.largest;
  course.after({ outcome: 'taken' }, small - 1);
  expect(course.largest).toBe(small);
  course.after({ outcome: 'taken' }, small);
  expect(course.largest).toBe(small * 2);
  for (let batches = 0; batches < 20; batches += 1) course.after({ outcome: 'taken' }, course.largest);
  expect(course.largest).toBe(start);
});
