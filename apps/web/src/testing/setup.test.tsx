import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

const messageOf = async (look: () => unknown): Promise<string> => {
  try {
    await look();
  } catch (error) {
    return (error as Error).message;
  }
  return 'found';
};

const PAGE = 'what is there';

describe('the page in the error of a test that does not find something', () => {
  it('a look at once shows the page', async () => {
    render(<b>what is there</b>);
    expect(await messageOf(() => screen.getByText('nothing'))).toContain(PAGE);
    expect(await messageOf(() => screen.getByRole('button'))).toContain(PAGE);
  });

  it('a wait that ends shows the page', async () => {
    render(<b>what is there</b>);
    const found = await messageOf(() => screen.findByText('nothing', {}, { timeout: 60 }));
    expect(found).toContain('nothing');
    expect(found).toContain(PAGE);
  });

  it('a look inside a wait has the sentence alone', async () => {
    render(<b>what is there</b>);
    const looks: string[] = [];
    await messageOf(() =>
      waitFor(
        () => {
          try {
            return screen.getByText('nothing');
          } catch (error) {
            looks.push((error as Error).message);
            throw error;
          }
        },
        { timeout: 60, interval: 20 },
      ),
    );
    expect(looks[0]).toContain('nothing');
    expect(looks.join('')).not.toContain(PAGE);
  });
});
