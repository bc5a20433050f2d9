import type { JSX } from 'preact'
import { coloured } from './coloured.js'
import type { Program } from './program.js'

const IN_ENVIRONMENT: JSX.Element = (
  <>
    Set the environment variable <code>CHAT_WEBHOOK_URL</code> to the URL.
  </>
)
const NOTHING_TO_INSTALL: JSX.Element = <>Nothing needs to be installed:</>

/** Code for programs that readers write themselves. */
export const LANGUAGES: readonly Program[] = [
  {
    name: 'fetch',
    title: 'Node.js',
    mark: 'No',
    steps: [IN_ENVIRONMENT, NOTHING_TO_INSTALL],
    file: 'notify.mjs',
    keepsUrlApart: true,
    pieces: () =>
      coloured(`const response = await fetch(process.env.CHAT_WEBHOOK_URL, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ text: 'Release **2.14.0** is live :tada:' }),
  signal: AbortSignal.timeout(10_000),
})
if (!response.ok) throw new Error(await response.text())`),
  },
  {
    name: 'python',
    title: 'Python',
    mark: 'Py',
    steps: [IN_ENVIRONMENT, NOTHING_TO_INSTALL],
    file: 'notify.py',
    keepsUrlApart: true,
    pieces: () =>
      coloured(`import json
import os
import urllib.request

request = urllib.request.Request(
    os.environ["CHAT_WEBHOOK_URL"],
    data=json.dumps({"text": "Release **2.14.0** is live :tada:"}).encode(),
    headers={"Content-Type": "application/json"},
)
# Raises an HTTPError if the message was refused.
urllib.request.urlopen(request, timeout=10).close()`),
  },
  {
    name: 'go',
    title: 'Go',
    mark: 'Go',
    steps: [IN_ENVIRONMENT, NOTHING_TO_INSTALL],
    file: 'notify.go',
    keepsUrlApart: true,
    pieces: () =>
      coloured(`package main

import (
	"bytes"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	body, err := json.Marshal(map[string]string{"text": "Release **2.14.0** is live :tada:"})
	if err != nil {
		log.Fatal(err)
	}
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Post(os.Getenv("CHAT_WEBHOOK_URL"), "application/json", bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		log.Fatal(response.Status)
	}
}`),
  },
  {
    name: 'php',
    title: 'PHP',
    mark: 'PH',
    steps: [IN_ENVIRONMENT, <>With the extension curl:</>],
    file: 'notify.php',
    keepsUrlApart: true,
    pieces: () =>
      coloured(`<?php
$request = curl_init(getenv('CHAT_WEBHOOK_URL'));
curl_setopt_array($request, [
    CURLOPT_POSTFIELDS => json_encode(['text' => 'Release **2.14.0** is live :tada:']),
    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
]);
$answer = curl_exec($request);
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 200) {
    throw new RuntimeException($answer === false ? curl_error($request) : $answer);
}`),
  },
  {
    name: 'systemd',
    title: 'systemd',
    mark: 'sy',
    steps: [
      <>
        Write <code>CHAT_WEBHOOK_URL=</code> and the URL into <code>/etc/chat-webhook</code>, which
        only root may read.
      </>,
      <>
        Add this unit, and the line <code>OnFailure=notify@%N.service</code> to the section{' '}
        <code>[Unit]</code> of services whose failures you want to see.
      </>,
    ],
    file: '/etc/systemd/system/notify@.service',
    keepsUrlApart: true,
    pieces: () =>
      coloured(`[Unit]
Description=Report that %i failed

[Service]
Type=oneshot
EnvironmentFile=/etc/chat-webhook
ExecStart=/usr/bin/curl --fail --silent --show-error --max-time 10 \\
  -H 'Content-Type: application/json' \\
  -d '{"text": "**%i** failed on %H"}' \\
  \${CHAT_WEBHOOK_URL}`),
  },
  {
    name: 'cron',
    title: 'cron',
    mark: 'cr',
    steps: [
      <>
        Write the URL into <code>/etc/chat-webhook-url</code>, which only the user of the job may
        read.
      </>,
      <>Report when the job fails:</>,
    ],
    file: 'crontab',
    keepsUrlApart: true,
    pieces: () =>
      coloured(
        `0 3 * * * /usr/local/bin/backup || curl -fsS -m 10 -H 'Content-Type: application/json' -d '{"text": "The **backup** failed"}' "$(cat /etc/chat-webhook-url)"`,
      ),
  },
]
