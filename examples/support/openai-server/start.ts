import { sendCompletion } from "./completion.ts";
import { sendEmbeddings } from "./embedding.ts";
import { judgeReply } from "./judge-replies.ts";
import { serveOpenai, type OpenaiServer } from "./server.ts";
import { serviceReply } from "./service-reply.ts";

/** Starts a stand-in for OpenAI's API on this machine, for who has no key: it serves chats, judges and embeds by counting words. */
export function startLocalOpenai(): Promise<OpenaiServer> {
  return serveOpenai((call, response) => {
    if (call.endpoint === "embeddings") sendEmbeddings(call, response);
    else sendCompletion(call, response, judgeReply(call) ?? serviceReply(call));
  });
}
