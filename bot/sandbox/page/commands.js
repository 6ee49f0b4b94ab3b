// Slash commands as data: what there is, what fits the typed words, and how an answer is built.

export const TYPES = { sub: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7,
  role: 8, mentionable: 9, number: 10, file: 11 };

const IN_SERVER = 0;
const IN_DM = 1;

/** Every command that can be sent, subcommands as entries of their own: `table open`. */
export function entriesOf(commands, inDm) {
  const fits = (command) => {
    if ((command.type ?? 1) !== 1) return false;
    if (inDm && command.guild_id) return false;
    if (command.contexts) return command.contexts.includes(inDm ? IN_DM : IN_SERVER);
    return !(inDm && command.dm_permission === false);
  };
  return commands.filter(fits).flatMap((command) => unfold(command, command, [command.name]))
    .sort((one, other) => one.name.localeCompare(other.name));
}

function unfold(command, node, path) {
  const inner = (node.options ?? []).filter((option) => option.type <= TYPES.group);
  if (inner.length) {
    return inner.flatMap((option) => unfold(command, option, [...path, option.name]));
  }
  return [{ id: command.id, path, name: path.join(" "), description: node.description ?? "",
    options: node.options ?? [] }];
}

/** Entries that fit what was typed after the slash, the closest first. */
export function search(entries, typed) {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (entry) => {
    const name = entry.name.toLowerCase();
    if (name.startsWith(words.join(" "))) return 0;
    if (words.every((word) => entry.path.some((part) => part.toLowerCase().startsWith(word)))) return 1;
    if (words.every((word) => name.includes(word))) return 2;
    if (words.every((word) => `${name} ${entry.description.toLowerCase()}`.includes(word))) return 3;
    return 9;
  };
  return entries.map((entry) => [rank(entry), entry]).filter(([place]) => place < 9)
    .sort((one, other) => one[0] - other[0]).map(([, entry]) => entry);
}

/** A line such as `/table open game:granada`: the entry, and the texts of its options. */
export function readLine(line, entries) {
  const starts = (entry) => line.toLowerCase().startsWith(`/${entry.name.toLowerCase()} `);
  const entry = entries.filter(starts).sort((one, other) => other.name.length - one.name.length)[0];
  if (!entry) return null;
  const rest = line.slice(entry.name.length + 2);
  const names = entry.options.map((option) => option.name.replace(/[^\w-]/g, "\\$&"));
  const texts = {};
  if (!names.length) return { entry, texts };
  const parts = rest.split(new RegExp(`(?:^|\\s)(${names.join("|")}):\\s*`));
  if (parts.length === 1 && rest.trim()) texts[entry.options[0].name] = rest.trim();
  for (let at = 1; at < parts.length; at += 2) texts[parts[at]] = parts[at + 1].trim();
  return { entry, texts };
}

/** Discord's nested options for an entry and its filled-in leaves. */
export function nest(entry, leaves) {
  const inner = entry.path.slice(1);
  return inner.reduceRight((options, name, at) => {
    const type = at === inner.length - 1 ? TYPES.sub : TYPES.group;
    return [{ name, type, options }];
  }, leaves);
}

/** What an option can be, where that is known without asking the bot; null: anything. */
export function knownChoices(option, world) {
  if (option.choices?.length) return option.choices;
  const users = () => [...world.users.values()].map((user) => ({ name: user.global_name || user.username, value: user.id }));
  const roles = () => (world.guild.roles ?? []).map((role) => ({ name: `@${role.name.replace(/^@/, "")}`, value: role.id }));
  switch (option.type) {
    case TYPES.boolean: return [{ name: "True", value: true }, { name: "False", value: false }];
    case TYPES.user: return users();
    case TYPES.role: return roles();
    case TYPES.mentionable: return [...users(), ...roles()];
    case TYPES.channel: return [...world.channels.values()].filter((channel) => channel.name)
      .map((channel) => ({ name: `#${channel.name}`, value: channel.id }));
    default: return null;
  }
}

/** The value of an option from its text and the picked choice: {value} or {wrong}. */
export function valueOf(option, text, picked, world) {
  if (picked) return { value: picked.value };
  const words = text.trim();
  const known = knownChoices(option, world);
  if (known) {
    const plain = (one) => String(one).toLowerCase().replace(/^[#@]/, "");
    const found = known.find((one) => plain(one.name) === plain(words) || String(one.value) === words);
    return found ? { value: found.value } : { wrong: `${option.name}: choose one from the list.` };
  }
  if (option.type === TYPES.integer || option.type === TYPES.number) return numberOf(option, words);
  if (option.type === TYPES.file) return { wrong: `${option.name}: this page cannot attach files.` };
  if (words.length < (option.min_length ?? 0)) return { wrong: `${option.name}: at least ${option.min_length} characters.` };
  if (words.length > (option.max_length ?? 6000)) return { wrong: `${option.name}: at most ${option.max_length} characters.` };
  return { value: words };
}

function numberOf(option, words) {
  const value = Number(words);
  const whole = option.type === TYPES.integer;
  if (!words || Number.isNaN(value) || (whole && !Number.isInteger(value))) {
    return { wrong: `${option.name}: a ${whole ? "whole " : ""}number, please.` };
  }
  if (value < (option.min_value ?? -Infinity)) return { wrong: `${option.name}: ${option.min_value} at least.` };
  if (value > (option.max_value ?? Infinity)) return { wrong: `${option.name}: ${option.max_value} at most.` };
  return { value };
}
