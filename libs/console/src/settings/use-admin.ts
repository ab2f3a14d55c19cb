import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useService, type Service } from '../app/service.tsx';

/** A change that an administrator makes; what it touches is read again afterwards, also where it failed. */
export const useChange = <Input, Result>(
  touched: string,
  change: (client: Service['client'], input: Input) => Promise<Result>,
): UseMutationResult<Result, Error, Input> => {
  const { client } = useService();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(client, input),
    onSettled: () => queries.invalidateQueries({ queryKey: [touched] }),
  });
};
