import { checkOptions, integerFrom, numberFrom, refuseOption, type OptionChecks } from "../core/check-options.ts";
import type { JudgeModel, JudgeModelReply, JudgeModelRequest } from "../judge/judge-model.ts";
import { leastOf, lessCapable, structuredOutputs, type Capability, type StructuredOutput } from "./capability.ts";
import { chatBody } from "./chat-body.ts";
import { clientMethod, type OpenaiChatClient } from "./client.ts";
import { failureOf, refusalOf } from "./failures.ts";
import { isFiltered, isTooLong } from "./http-failure.ts";
import { modelCheck, parametersCheck, pricesCheck } from "./option-checks.ts";
import { priceOf, type TokenPrices } from "./prices.ts";
import { readCompletion } from "./read-completion.ts";
import { send } from "./send.ts";

/** Options of {@link openaiJudgeModel}. */
export interface OpenaiJudgeModelOptions {
  /** The model's name (with Azure, the deployment's), e.g. `gpt-5-mini`. */
  readonly model: string;
  /** Prices by model name; must have this model's. Without them the cost of judging is not recorded. */
  readonly prices?: TokenPrices;
  /** Tokens that request and answer may have together, 1,024 to 10,000,000: what does not fit is windowed. Left out: not known. */
  readonly contextTokens?: number;
  /**
   * How the answer is made to be JSON, at most: by JSON schema, in JSON mode, or by asking for it. A server that refuses
   * one way is asked in the next one, and that is remembered.
   * @default "schema"
   */
  readonly structuredOutput?: StructuredOutput;
  /**
   * 0 to 2; left out where the model refuses it, which is remembered.
   * @default 0
   */
  readonly temperature?: number;
  /** Further members of every request's body, e.g. `{ reasoning_effort: "low", seed: 1 }`. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** How large the body of an answer may be, in bytes. */
const maxBodyBytes = 8_000_000;

const checks: OptionChecks<OpenaiJudgeModelOptions> = {
  model: modelCheck,
  prices: pricesCheck,
  contextTokens: integerFrom(1_024, 10_000_000),
  structuredOutput: {
    rule: structuredOutputs.map((each) => `"${each}"`).join(" or "),
    holds: (value) => structuredOutputs.some((each) => each === value),
  },
  temperature: numberFrom(0, 2),
  parameters: parametersCheck(["model", "messages", "response_format", "temperature", "stream", "n"]),
};

/**
 * A judge model behind an `openai` client: OpenAI, Azure, or any server that speaks its chat completions (vLLM, Ollama,
 * LiteLLM). Each call is one attempt with the client's own retries off, ended by its signal. What the server cannot
 * (JSON schema, a temperature, a name of the token limit) is found out from its refusal, and remembered by this object.
 *
 * @param client a client of `openai` 5, 6 or 7.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function openaiJudgeModel(client: OpenaiChatClient, options: OpenaiJudgeModelOptions): JudgeModel {
  const path = ["chat", "completions", "create"];
  if (clientMethod(client, path) === undefined) {
    refuseOption(
      ["openaiJudgeModel", "client"],
      "a client of the openai package (with `chat.completions.create`)",
      client,
    );
  }
  checkOptions(options, checks, ["openaiJudgeModel"]);
  const { model, prices, contextTokens, structuredOutput = "schema", temperature = 0, parameters = {} } = options;
  if (model === undefined) refuseOption(["openaiJudgeModel", "model"], modelCheck.rule, model);
  const price = priceOf(prices, model, ["openaiJudgeModel", "prices"], ["inputUsdPerMillion", "outputUsdPerMillion"]);
  let known: Capability = { structuredOutput, tokenLimit: "max_completion_tokens", temperature: true };

  const complete = async (request: JudgeModelRequest, signal: AbortSignal): Promise<JudgeModelReply> => {
    for (;;) {
      const used = known;
      const body = chatBody(request, used, { model, temperature, parameters });
      try {
        const create = clientMethod(client, path);
        return readCompletion(await send((call) => create?.(body, call), { signal, maxBytes: maxBodyBytes }), price);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal !== undefined && isFiltered(refusal)) return { text: "", finish: "refusal" };
        const less =
          refusal === undefined || isTooLong(refusal)
            ? undefined
            : lessCapable(used, refusal, (name) => Object.hasOwn(body, name));
        if (less === undefined) throw failureOf(error, client);
        known = leastOf(known, less);
      }
    }
  };
  return {
    model,
    ...(contextTokens !== undefined && { contextTokens }),
    complete: (request, { signal }) => complete(request, signal),
  };
}
