import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestMailServer } from '../test/mail-server.ts';
import { MailClient } from './mail.ts';

const letter = {
  to: 'somebody@example.test',
  subject: 'x',
  text: 'x',
  html: '<p>x</p>',
  messageId: '<x@university.test>',
  unsubscribe: null,
};

describe('a mail server without STARTTLS', () => {
  /** Sends a letter to a server that offers no secret line, under this name of it. */
  async function send(host: string) {
    const server = await TestMailServer.open();
    const url = server.url.replace('127.0.0.1', host);
    const mail = new MailClient({ smtpUrl: url, mailFrom: 'lms@university.test' });
    const { outcome } = await mail.send(letter);
    mail.close();
    const tried = server.signedIn;
    await server.goAway();
    return { outcome, tried };
  }

  test('[TOLD-02] attack: is sent no password over a network', async () => {
    // Another name of this machine: the portal does not take it for its own.
    const { outcome, tried } = await send('127.1');
    assert.notEqual(outcome, 'sent');
    assert.equal(tried, 0);
  });

  test('[TOLD-02] takes mail on the same machine', async () => {
    const { outcome, tried } = await send('127.0.0.1');
    assert.deepEqual([outcome, tried], ['sent', 1]);
  });
});
