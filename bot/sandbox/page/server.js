// The people's side of the sandbox: plain requests, and one live stream a person.

/** A request to the sandbox; a refusal throws an Error with a sentence for people. */
export async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(path, body === undefined ? {} : {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Error("The sandbox cannot be reached. What you wrote is kept: try again.");
  }
  const text = await answer.text();
  let json = null;
  try {
    json = text ? JSON.parse(text) : null;
  } catch {
    json = null;
  }
  if (!answer.ok) throw new Error(json?.message || `The sandbox refused this (${answer.status}).`);
  return json;
}

const LONGEST_WAIT = 5000;

/** A person's live stream, which comes back by itself when it is lost. */
export class Stream {
  constructor(user, { frame, lost }) {
    this.path = `/people/${user}/live`;
    this.frame = frame;
    this.lost = lost;
    this.wait = 400;
    this.closed = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket.onmessage = (event) => {
      this.wait = 400;
      const { t, d } = JSON.parse(event.data);
      this.frame(t, d);
    };
    this.socket.onclose = () => {
      if (this.closed) return;
      this.lost();
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
    };
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
