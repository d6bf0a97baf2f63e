/** Status and body of a refusal, as replicators read it. */
export async function saidBy(
  answer: Response,
): Promise<{ status: number; error: unknown; reason: unknown }> {
  const { error, reason } = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, error, reason };
}
